import type { IDataObject, IHookFunctions, IWebhookFunctions } from 'n8n-workflow';
import { parameterReader } from '../shared/fields/parameters';
import { Explained } from '../shared/words/explained';
import { authentication, filters, loadTask, match, options, taskIdPath } from './description';
import type { Filter } from './filters';
import type { WebhookSecret } from './secret';
import { secretFault, secretType } from './secret';

/** What to do with a delivery. Each path is optional. */
export interface Settings {
	readonly taskIdPath: string | undefined;
	readonly deliveryIdPath: string | undefined;
	readonly ignoreOwnComments: boolean;
	readonly filters: readonly Filter[];
	readonly match: 'all' | 'any';
	readonly rawBody: boolean;
}

/** Every delivery would be refused. */
class UnusableSecret extends Explained {
	override readonly name = 'UnusableSecret';

	constructor(fault: string) {
		super(fault, 'Change the credential, then enter the new secret in the service as well.');
	}
}

/**
 * Checks the settings when the workflow is published or a test starts. Not when n8n starts: a
 * published workflow stays published, and each delivery reports the error.
 * @throws {Explained} when a condition or the secret is wrong, or n8n would drop part of the
 * workflow's settings.
 */
export const checkSettings = async (context: IHookFunctions): Promise<void> => {
	if (['init', 'leadershipChange'].includes(context.getActivationMode())) return;
	const settings = parameterReader(context)(authentication, filters, options);
	if (settings.authentication === 'none') return;
	const credential = await context.getCredentials<WebhookSecret & IDataObject>(secretType);
	const fault = secretFault(credential);
	if (fault !== undefined) throw new UnusableSecret(fault);
};

/**
 * Reads the parameters of the trigger, except the authentication.
 * @throws {WrongField} that names the field by its display name.
 */
export const readSettings = (context: IWebhookFunctions): Settings => {
	const read = parameterReader(context);
	const general = read(loadTask, filters, match, options);
	const { deliveryIdPath, ignoreOwnComments = true, rawBody = false } = general.options;
	return {
		taskIdPath: general.loadTask ? read(taskIdPath).taskIdPath : undefined,
		deliveryIdPath,
		ignoreOwnComments,
		filters: general.filters.filter,
		match: general.match,
		rawBody,
	};
};
