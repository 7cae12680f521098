const localTime = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)$/;

/** The offset of a time zone at a time, such as `+05:45`. */
const offsetAt = (time: number, timeZone: string): string => {
	const format = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' });
	const name = format.formatToParts(time).find(({ type }) => type === 'timeZoneName');
	return name?.value.replace('GMT', '') || '+00:00';
};

/**
 * A date and time with the offset that it has in a time zone. Any other text is returned unchanged:
 * a date alone, or a time that has an offset.
 */
export const withOffset = (text: string, timeZone: string): string => {
	const [, day, clock] = localTime.exec(text) ?? [];
	const local = `${day}T${clock}`;
	const asUtc = Date.parse(`${local}Z`);
	if (Number.isNaN(asUtc)) return text;
	// The offset can change between the same clock time in UTC and in the zone.
	const near = Date.parse(`${local}${offsetAt(asUtc, timeZone)}`);
	return `${local}${offsetAt(near, timeZone)}`;
};
