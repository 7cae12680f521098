declare module '@n8n/scan-community-package/scanner/scanner.mjs' {
	/** Files of a source checkout that the scanner lints, as globs. */
	export const SOURCE_FILE_PATTERNS: string[];

	/** Lints the files of a folder with the scanner's own rules. */
	export function analyzePackage(
		folder: string,
		patterns: string[],
	): Promise<{ passed: boolean; message?: string; details?: string }>;
}
