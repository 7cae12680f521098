import { getTask } from '../../../../src';
import type { AskedTask } from '../../question/question';
import type { Ask } from '../../run/answers';

/** The parameters that say of which task a question is, and whether the page tells more of it. */
interface OfTask {
	readonly taskId: string;
	readonly options: { readonly loadTask?: boolean };
}

/**
 * The task of a question, as the service describes it before the comment is posted (section 2). The
 * page is open to whoever has its link, so it tells no more of it than title and link.
 */
export const askedTask = async (ask: Ask, { taskId: id, options }: OfTask): Promise<AskedTask> => {
	if (options.loadTask === false) return { id };
	const { task } = await ask(getTask, { params: { task_id: id } });
	const { task_title: title, task_url: url } = task;
	return {
		id,
		...(typeof title === 'string' && title !== '' && { title }),
		...(typeof url === 'string' && { url }),
	};
};
