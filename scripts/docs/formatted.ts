/**
 * A text in the form of this project.
 * @param file where it is to stand, which decides how
 */
export const formatted = async (file: string, text: string): Promise<string> => {
	// Loaded when it is used: Jest cannot load it, and tests need what stands beside its use.
	const { format, resolveConfig } = await import('prettier');
	return await format(text, { ...(await resolveConfig(file)), filepath: file });
};
