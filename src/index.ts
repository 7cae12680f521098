export * from './client';
export * from './contract';
export * from './errors';
export * from './http';
export type { PagedEndpoint, PagesOptions, Row } from './pages';
export * from './policies/rateLimit';
export * from './policies/retry';
export { checkInput, toHttpRequest } from './request';
