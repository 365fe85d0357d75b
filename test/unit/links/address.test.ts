import { isIP } from 'node:net';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isPublicAddress, ownAddresses } from '../../../main/features/links/address.ts';
import { runs } from '../../support/property.ts';

describe('an address that is not on the public internet', () => {
  test.each([
    '0.0.0.0',
    '0.1.2.3',
    '10.0.0.0',
    '10.255.255.255',
    '100.64.0.1',
    '100.127.255.255',
    '100.100.100.200',
    '127.0.0.1',
    '127.255.255.254',
    '168.63.129.16',
    '169.254.0.1',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.0.0.1',
    '192.0.0.192',
    '192.0.2.1',
    '192.88.99.1',
    '192.168.0.1',
    '192.168.255.255',
    '198.18.0.1',
    '198.19.255.255',
    '198.51.100.1',
    '203.0.113.1',
    '224.0.0.1',
    '239.255.255.255',
    '240.0.0.1',
    '255.255.255.254',
    '255.255.255.255',
  ])('IPv4 %s', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  test.each([
    '::',
    '::1',
    '::2',
    '::127.0.0.1',
    '::8.8.8.8',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '::ffff:8.8.8.8',
    '::ffff:0:127.0.0.1',
    '64:ff9b::7f00:1',
    '64:ff9b::8.8.8.8',
    '64:ff9b:1::1',
    '100::1',
    '2001::1',
    '2001:0:7f00:1::',
    '2001:2::1',
    '2001:10::1',
    '2001:20::1',
    '2001:db8::1',
    '2002:7f00:1::',
    '2002:808:808::1',
    '2620:4f:8000::1',
    '3ffe::1',
    '3fff::1',
    '4000::1',
    '5f00::1',
    'fc00::1',
    'fd00:ec2::254',
    'fe80::1',
    'fe80::1%lo',
    'febf::1',
    'fec0::1',
    'ff02::1',
    'ff0e::1',
  ])('IPv6 %s', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  test.each(['', 'localhost', '127.1', '[::1]', '0x7f.0.0.1', '2606:4700::1%eth0', '1.2.3.4:80'])('what is no address: "%s"', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  test('one of this machine', () => {
    expect(ownAddresses().filter((address) => isPublicAddress(address))).toEqual([]);
    expect(isPublicAddress('93.184.215.14', ['127.0.0.1', '93.184.215.14'])).toBe(false);
    expect(isPublicAddress('2606:4700::6810:84e5', ['2606:4700:0:0::6810:84e5'])).toBe(false);
  });
});

test.each([
  '1.1.1.1',
  '8.8.8.8',
  '9.255.255.255',
  '11.0.0.0',
  '100.63.255.255',
  '100.128.0.0',
  '126.255.255.255',
  '128.0.0.1',
  '169.253.255.255',
  '172.15.255.255',
  '172.32.0.0',
  '192.0.1.1',
  '192.167.255.255',
  '192.169.0.0',
  '198.17.255.255',
  '198.20.0.0',
  '223.255.255.255',
  '2000::1',
  '2001:200::1',
  '2606:4700::6810:84e5',
  '2a00:1450:4001:81b::200e',
  '3ffd::1',
])('%s is on the public internet', (address) => {
  expect(isPublicAddress(address, [])).toBe(true);
});

test('an IPv4 address written as IPv6 is never public, in whichever way', () => {
  fc.assert(
    fc.property(fc.ipV4(), fc.constantFrom('::', '::ffff:', '::ffff:0:', '64:ff9b::'), (address, prefix) => {
      const written = prefix + address;
      expect([isIP(written), isPublicAddress(written, [])]).toEqual([6, false]);
    }),
    runs(100, 8716),
  );
});

test('all that is outside 2000::/3 is not public', () => {
  fc.assert(
    fc.property(fc.ipV6(), (address) => {
      const first = Number.parseInt(address.split(':')[0] || '0', 16);
      fc.pre(first < 0x2000 || first > 0x3fff);
      expect(isPublicAddress(address, [])).toBe(false);
    }),
    runs(100, 8716),
  );
});
