import { describe, expect, test } from 'vitest';
import { LinkPreviews } from '../../../main/features/links/link-previews.ts';
import { forbiddenTarget } from '../../../main/features/links/failures.ts';
import { refusal } from './servers.ts';

/** Nothing is to be resolved for these. */
const previews = new LinkPreviews({
  clock: () => 0,
  allowOrigins: new Set(),
  resolve: () => {
    throw new Error('resolved');
  },
});

const forbidden = forbiddenTarget();

describe('a forbidden address is 400 whichever way it is written', () => {
  test.each([
    // This machine, as numbers
    'http://127.0.0.1',
    'http://127.0.0.1:8716/api/config',
    'https://127.0.0.1',
    'http://127.1',
    'http://127.0.1',
    'http://127.1.2.3',
    'http://2130706433',
    'http://0x7f000001',
    'http://0x7f.1',
    'http://0177.0.0.1',
    'http://017700000001',
    'http://0x7f.0x0.0x0.0x1',
    'http://127.0.0.1.',
    'http://127.0.0.1.:80',
    'http://0',
    'http://0.0.0.0',
    'http://0x0',
    'http://127.0.0.1%2e',
    'http://%31%32%37.0.0.1',
    'http://１２７.０.０.１',
    'http://127。0。0。1',
    'http://127．0．0．1',
    'http://①②⑦.0.0.1',
    'HTTP://127.0.0.1',
    ' http://127.0.0.1 ',
    'http:127.0.0.1',
    'http:\\\\127.0.0.1',
    'http:///127.0.0.1',
    'ht\ntp://127.0.0.1',
    // This machine, in IPv6
    'http://[::1]',
    'http://[::1]:8716/',
    'http://[0:0:0:0:0:0:0:1]',
    'http://[::]',
    'http://[::ffff:127.0.0.1]',
    'http://[::ffff:7f00:1]',
    'http://[0:0:0:0:0:ffff:7f00:0001]',
    'http://[::127.0.0.1]',
    'http://[::7f00:1]',
    'http://[64:ff9b::7f00:1]',
    'http://[64:ff9b::127.0.0.1]',
    'http://[2002:7f00:1::]',
    'http://[2001:0:7f00:1::]',
    // Names of it
    'http://localhost',
    'http://localhost:8716',
    'http://localhost.',
    'http://LOCALHOST',
    'http://LocalHost./',
    'http://ｌｏｃａｌｈｏｓｔ',
    'http://loc%61lhost',
    'http://ⓛocalhost',
    'http://a.localhost',
    'http://a.b.localhost.',
    'http://localhost.localdomain',
    'http://printer.local',
    'http://printer.local.',
    'http://metadata.google.internal',
    'http://metadata.google.internal./computeMetadata/v1/',
    'http://router.home.arpa',
    'http://x。internal',
    'http://localhost..',
    'http://.',
    'http://example.org..',
    // Its networks
    'http://10.0.0.1',
    'http://10.255.255.255',
    'http://167772161',
    'http://172.16.0.1',
    'http://172.31.255.255',
    'http://192.168.1.1',
    'http://0xc0a80101',
    'http://100.64.0.1',
    'http://100.100.100.200',
    'http://169.254.169.254/latest/meta-data/',
    'http://2852039166',
    'http://0xa9fea9fe',
    'http://[::ffff:169.254.169.254]',
    'http://[fd00:ec2::254]',
    'http://[fe80::1]',
    'http://[fec0::1]',
    'http://[fc00::1]',
    // Others that have no owner
    'http://192.0.0.192',
    'http://192.0.2.1',
    'http://198.18.0.1',
    'http://198.51.100.7',
    'http://203.0.113.9',
    'http://224.0.0.1',
    'http://240.0.0.1',
    'http://255.255.255.255',
    'http://[ff02::1]',
    'http://[2001:db8::1]',
    'http://[100::1]',
  ])('%j', async (url) => {
    const { code, message, errors } = await refusal(previews.preview(url));
    expect({ code, message, errors }).toEqual({ code: forbidden.code, message: forbidden.message, errors: forbidden.errors });
  });
});

describe('400 naming url', () => {
  test.each([
    '',
    ' ',
    'example.org',
    '/path',
    '//example.org',
    'http://',
    'https://',
    'http://[::1',
    'http://exa mple.org',
    'http://256.1.1.1',
    'http://1.2.3.4.5',
    'http://[fe80::1%25lo]',
    'http://example.org:99999',
    'http://a<b.example',
    'http://%00.example',
  ])('for what is no whole address: %j', async (url) => {
    expect(await refusal(previews.preview(url))).toMatchObject({ code: 'validation_failed', errors: [{ path: 'url' }] });
  });

  test.each([
    'ftp://example.org',
    'file:///etc/passwd',
    'file://example.org/x',
    'javascript:alert(1)',
    'data:text/html,<title>x</title>',
    'gopher://example.org',
    'ws://example.org',
    'blob:http://example.org/1',
    'about:blank',
    'view-source:http://example.org',
    'mailto:a@example.org',
    'http+unix://%2fvar%2frun',
    'localhost:8716',
  ])('for a scheme that is not of the web: %s', async (url) => {
    expect(await refusal(previews.preview(url))).toMatchObject({
      code: 'validation_failed',
      message: 'url must lead to a page by http or https',
    });
  });

  test.each([
    'http://user@example.org',
    'http://user:secret@example.org',
    'http://:secret@example.org',
    'http://example.org@127.0.0.1',
    'https://user:secret@[::1]:80',
    'http://%75ser@example.org',
  ])('for an address with a user, which it does not repeat: %s', async (url) => {
    const { code, message } = await refusal(previews.preview(url));
    expect([code, message]).toEqual(['validation_failed', 'url must hold no user name and no password']);
  });
});
