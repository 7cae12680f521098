import type { ResponseFault } from '../../../src';
import type { Mask } from '../client/mask';

/** Maximum characters of a response that confirms nothing. */
const longestBody = 300;

const listEnded = 'The node stopped reading the list.';

/** What is wrong with a response: a title and a detail. */
export const faultWords = (
	fault: ResponseFault,
	mask: Mask,
): readonly [title: string, detail: string] => {
	switch (fault.kind) {
		case 'notAnObject':
			return [
				'The response of the service is not a JSON object',
				`The service returned status ${fault.status} for ${fault.request}.`,
			];
		case 'field':
			return [
				`"${fault.field}" is missing or invalid in the response of the service`,
				`The request was ${fault.request}.`,
			];
		case 'notConfirmed':
			return [
				'The service did not confirm that the request was carried out',
				`The service returned success for ${fault.request}, with this response: ${JSON.stringify(mask(fault.body)).slice(0, longestBody)}`,
			];
		case 'tooManyRows':
			return [
				'The service returned more rows than requested',
				`The page has ${fault.given} rows, and the limit was ${fault.asked}. ${listEnded}`,
			];
		case 'noCount':
			return [
				'The service did not report a valid number of rows',
				`"${fault.field}" is ${fault.value}, not a whole number of 0 or more. ${listEnded}`,
			];
		case 'noFlag':
			return [
				'The service did not report if there are more rows',
				`"${fault.field}" is ${fault.value}, not true or false. ${listEnded}`,
			];
		case 'tooLarge':
			return [
				`The response of the service is larger than ${fault.mostBytes / 1_000_000} MB`,
				`The request was ${fault.request}. The node did not read the whole response.`,
			];
		case 'noProgress':
			return [
				'The service returned no new rows, although it reported more',
				`The last page contained only known rows. ${listEnded}`,
			];
		case 'noCursor':
			return ['The service reported more rows, but returned no cursor for them', listEnded];
	}
};
