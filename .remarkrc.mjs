/** Links between pages must lead to a file, and to a heading of it. */
export default { plugins: [['remark-validate-links', { repository: false }]] };
