import type { Metafile } from 'esbuild';

export declare const notices: (metafile: Metafile) => Promise<string>;
