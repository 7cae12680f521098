import { describe, expect, it } from '@jest/globals';
import { isPrivateHost } from '../../src';

const hostOf = (host: string): string => new URL(`http://${host}/`).hostname;

describe('a host lies in a private network', () => {
	it.each([
		'localhost',
		'LocalHost.',
		'a.b.localhost',
		'127.0.0.1',
		'127.0.0.1.',
		'127.255.1.2',
		'127.1',
		'0x7f.1',
		'0177.0.0.1',
		'2130706433',
		'①②⑦.0.0.1',
		'0.0.0.0',
		'0.1.2.3',
		'10.1.2.3',
		'100.64.0.1',
		'100.127.255.255',
		'169.254.169.254',
		'0xa9fea9fe',
		'172.16.0.1',
		'172.31.255.255',
		'192.168.1.1',
		'192.0.0.1',
		'192.0.2.1',
		'198.18.0.1',
		'224.0.0.1',
		'255.255.255.255',
		'[::]',
		'[::1]',
		'[::127.0.0.1]',
		'[::ffff:127.0.0.1]',
		'[0:0:0:0:0:ffff:7f00:1]',
		'[::ffff:0:127.0.0.1]',
		'[64:ff9b::127.0.0.1]',
		'[2002:7f00:1::]',
		'[fc00::1]',
		'[fd12:3456::1]',
		'[fe80::1]',
		'[fec0::1]',
		'[ff02::1]',
		'[2001:db8::1]',
	])('%s', (host) => {
		expect(isPrivateHost(hostOf(host))).toBe(true);
	});
});

describe('a host does not lie in a private network, or does not say so', () => {
	it.each([
		'example.com',
		'localhost.example.com',
		'notlocalhost',
		'files',
		'8.8.8.8',
		'100.63.255.255',
		'100.128.0.1',
		'172.15.0.1',
		'172.32.0.1',
		'[::ffff:8.8.8.8]',
		'[2606:4700::1111]',
		'127.0.0.1.example.com',
	])('%s', (host) => {
		expect(isPrivateHost(hostOf(host))).toBe(false);
	});
});
