import { remove } from './globalSetup';

export default remove;
