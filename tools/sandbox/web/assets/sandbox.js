const announce = (text) => {
	const place = document.querySelector('#copied');
	if (place) place.textContent = text;
};

for (const button of document.querySelectorAll('[data-copy]')) {
	const label = button.innerHTML;
	button.hidden = false;
	button.addEventListener('click', async () => {
		await navigator.clipboard.writeText(document.getElementById(button.dataset.copy).textContent);
		button.textContent = 'Copied';
		announce('Copied');
		setTimeout(() => {
			button.innerHTML = label;
			announce('');
		}, 2000);
	});
}

/** Reloads a part of the page each second, unless it is paused or hidden. */
for (const part of document.querySelectorAll('[data-refresh]')) {
	const pause = document.querySelector('[data-pause]');
	pause.hidden = false;
	pause.addEventListener('click', () => {
		pause.setAttribute('aria-pressed', String(pause.getAttribute('aria-pressed') === 'false'));
	});
	setInterval(async () => {
		if (document.hidden || pause.getAttribute('aria-pressed') === 'true') return;
		const answer = await fetch(part.dataset.refresh).catch(() => undefined);
		if (answer?.ok) part.innerHTML = await answer.text();
	}, 1000);
}
