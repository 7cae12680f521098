export * from './client';
export * from './contract';
export * from './errors';
export * from './http';
export * from './policies/parallel';
export * from './policies/rateLimit';
export * from './policies/retry';
export { checkInput, toHttpRequest } from './request';
export type { PagedEndpoint, PagesOptions, Row } from './rows';
