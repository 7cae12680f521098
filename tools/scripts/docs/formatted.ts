/**
 * A text in the format of this project.
 * @param file the path of the text, which decides the format
 */
export const formatted = async (file: string, text: string): Promise<string> => {
	// Loaded when used: Jest cannot load it, and tests need the rest of this file.
	const { format, resolveConfig } = await import('prettier');
	return await format(text, { ...(await resolveConfig(file)), filepath: file });
};
