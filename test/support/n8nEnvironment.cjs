const { mkdtempSync } = require('node:fs');
const { tmpdir } = require('node:os');
const path = require('node:path');

// n8n-core writes a key file into its user folder as soon as it is loaded: below the folder of this
// run, which is removed at its end.
const folder = process.env.CONTRACT_WORKFLOW_TEST_FOLDER ?? tmpdir();
process.env.N8N_USER_FOLDER ??= mkdtempSync(path.join(folder, 'n8n-'));

// n8n-core logs every error of a node, and most of the tests are about errors.
process.env.N8N_LOG_LEVEL ??= 'silent';
