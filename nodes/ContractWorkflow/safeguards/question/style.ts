import { createHash } from 'node:crypto';

/** The style of the page: light and dark, from a width of 320 pixels, with large touch targets. */
export const style = `
:root{color-scheme:light dark;--text:#1b1f24;--soft:#545b66;--ground:#f4f5f7;--sheet:#fff;--line:#7b828d;--main:#1a5fb4;--on-main:#fff;--fault:#a51d2d}
@media (prefers-color-scheme:dark){:root{--text:#eceef1;--soft:#b4bac4;--ground:#16181c;--sheet:#212429;--line:#858c98;--main:#8ebcf5;--on-main:#10243d;--fault:#ff9c9c}}
*{box-sizing:border-box}
body{margin:0;padding:1rem;background:var(--ground);color:var(--text);font:1rem/1.5 system-ui,sans-serif;overflow-wrap:anywhere}
main{max-width:38rem;margin:0 auto;padding:1.25rem;background:var(--sheet);border-radius:.5rem}
h1{margin:.25rem 0 1rem;font-size:1.5rem;line-height:1.25}
a{color:var(--main)}
.task,.note{color:var(--soft);margin:0}
.message{margin:0 0 1.5rem;white-space:pre-wrap}
label{display:block;margin-top:1rem;font-weight:600}
textarea{resize:vertical;display:block;width:100%;margin-top:.25rem;padding:.6rem;border:1px solid var(--line);border-radius:.35rem;background:var(--sheet);color:var(--text);font:inherit}
.buttons{display:flex;flex-wrap:wrap;gap:.75rem;margin:1.5rem 0}
button{min-height:2.75rem;min-width:7rem;max-width:100%;padding:.5rem 1.25rem;border:2px solid var(--main);border-radius:.35rem;background:var(--sheet);color:var(--main);font:inherit;font-weight:600;white-space:normal;overflow-wrap:anywhere;cursor:pointer}
button.main{background:var(--main);color:var(--on-main)}
:focus-visible{outline:3px solid var(--main);outline-offset:3px}
.fault{margin:1rem 0;padding:.75rem;border-left:.3rem solid var(--fault);color:var(--fault);font-weight:600}
.note{border-top:1px solid var(--line);padding-top:1rem;font-size:.9rem}
`;

const hash = createHash('sha256').update(style).digest('base64');

/**
 * What a page may do: show its own style, and send its own form. The page contains the policy as
 * well, because n8n sets the header of the page after an answer.
 */
export const limits = `default-src 'none'; style-src 'sha256-${hash}'; form-action 'self'; base-uri 'none'`;

/** The headers of every page: no scripts, no frames, no caching, no referrer. */
export const headers: Readonly<Record<string, string>> = {
	'Content-Type': 'text/html; charset=utf-8',
	'Content-Security-Policy': `sandbox allow-forms; ${limits}; frame-ancestors 'none'`,
	'Cache-Control': 'no-store',
	'Referrer-Policy': 'no-referrer',
	'X-Content-Type-Options': 'nosniff',
	'X-Frame-Options': 'DENY',
	'X-Robots-Tag': 'noindex, nofollow',
};
