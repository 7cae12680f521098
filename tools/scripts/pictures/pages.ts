import { questionPage } from '../../../nodes/ContractWorkflow/question/page';
import type { Picture } from './picture';
import { still } from './picture';

const question = questionPage({
	task: {
		id: '10005',
		title: 'Supply agreement with Nordwind',
		url: 'https://app.example/workflows/tasks/10005',
		step: 'Legal approval',
	},
	title: 'Your answer is needed',
	message: 'May this draft go to the counterparty?\n\nThe liability is capped at 100 %.',
	buttons: { approve: 'Approve', decline: 'Decline' },
});

/** The page of a question, as on a phone. */
const asked = (colorScheme: 'light' | 'dark'): Picture => ({
	name: `question-${colorScheme}`,
	take: async (page) => {
		await page.emulateMedia({ colorScheme });
		await page.setViewportSize({ width: 390, height: 700 });
		await page.setContent(question);
		const picture = await page.screenshot({ ...still, fullPage: true });
		await page.emulateMedia({ colorScheme: null });
		return picture;
	},
});

/** The pages for people: that of a question, and that of a task in the sandbox. */
export const pages: readonly Picture[] = [
	asked('light'),
	asked('dark'),
	{
		name: 'sandbox',
		take: async (page, { sandbox }) => {
			await page.setViewportSize({ width: 1100, height: 760 });
			await page.goto(`${sandbox.appUrl}/workflows/tasks/10005`);
			return await page.screenshot(still);
		},
	},
];
