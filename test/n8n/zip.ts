import { inflateRawSync } from 'node:zlib';

const endOfDirectory = 0x06_05_4b_50;
const deflated = 8;

/** The files of a ZIP archive, by their names. */
export const filesInZip = (archive: Buffer): Map<string, Buffer> => {
	let end = archive.length - 22;
	while (archive.readUInt32LE(end) !== endOfDirectory) end--;
	const count = archive.readUInt16LE(end + 10);
	const files = new Map<string, Buffer>();
	for (let index = 0, at = archive.readUInt32LE(end + 16); index < count; index++) {
		const method = archive.readUInt16LE(at + 10);
		const size = archive.readUInt32LE(at + 20);
		const lengths = [28, 30, 32].map((place) => archive.readUInt16LE(at + place));
		const [nameLength = 0, extraLength = 0, commentLength = 0] = lengths;
		const name = archive.toString('utf8', at + 46, at + 46 + nameLength);
		const local = archive.readUInt32LE(at + 42);
		const start = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
		const bytes = archive.subarray(start, start + size);
		files.set(name, method === deflated ? inflateRawSync(bytes) : bytes);
		at += 46 + nameLength + extraLength + commentLength;
	}
	return files;
};
