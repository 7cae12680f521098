const windowMs = 60_000;

/** A service's rate limit, which tells of itself on every answer; call it for each request. */
export const createLimit = (perWindow: number) => {
	let ends = 0;
	let used = 0;
	return () => {
		if (Date.now() >= ends) {
			ends = Math.ceil(Date.now() / 1000) * 1000 + windowMs;
			used = 0;
		}
		const isOver = used >= perWindow;
		if (!isOver) used++;
		return {
			isOver,
			isLast: used === perWindow,
			headers: {
				date: new Date(Date.now()).toUTCString(),
				'x-ratelimit-limit': String(perWindow),
				'x-ratelimit-remaining': String(perWindow - used),
				'x-ratelimit-reset': String(ends / 1000),
			},
		};
	};
};
