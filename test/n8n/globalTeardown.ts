import { stop } from './globalSetup';

export default stop;
