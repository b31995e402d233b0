import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { isAddressAllowed, parseCidr } from './addresses.ts';

describe('public addresses are allowed', () => {
  for (const address of [
    '1.1.1.1',
    '93.184.215.14',
    '172.15.255.255',
    '172.32.0.1',
    '100.63.255.255',
    '100.128.0.1',
    '223.255.255.255',
    '168.63.129.15',
    '2606:4700:4700::1111',
    '2a00:1450:4001:80b::200e',
    '2001:4860:4860::8888',
  ]) {
    test(address, () => assert.equal(isAddressAllowed(address, []), true));
  }
});

describe('everything else is refused', () => {
  const refused = {
    unspecified: ['0.0.0.0', '0.1.2.3', '::'],
    loopback: ['127.0.0.1', '127.255.255.254', '::1'],
    private: ['10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.0.1', 'fc00::1', 'fd00:ec2::254', 'fec0::1'],
    'carrier-grade NAT': ['100.64.0.1', '100.100.100.200', '100.127.255.255'],
    'link-local': ['169.254.169.254', 'fe80::1', 'fe80::1%eth0'],
    multicast: ['224.0.0.1', '239.255.255.255', 'ff02::1'],
    'reserved and for documentation': [
      ...['192.0.0.192', '192.0.2.1', '192.88.99.1', '198.18.0.1', '198.51.100.1', '203.0.113.1', '240.0.0.1'],
      ...['255.255.255.255', '2001:db8::1', '3fff::1', '100::1', '5f00::1', '4000::1', '8000::1'],
    ],
    'IPv4-mapped': ['::ffff:127.0.0.1', '::ffff:7f00:1', '::ffff:1.1.1.1'],
    'IPv4-translated': ['::ffff:0:127.0.0.1'],
    'IPv4-compatible': ['::127.0.0.1', '::7f00:1', '::101:101'],
    NAT64: ['64:ff9b::7f00:1', '64:ff9b::101:101', '64:ff9b:1::7f00:1', '64:ff9b:1:ffff::a00:1'],
    '6to4': ['2002:7f00:1::', '2002:a00:1::1', '2002:101:101::1'],
    Teredo: ['2001:0:4136:e378:8000:63bf:80ff:fffe'],
    ISATAP: ['2a00:1450::5efe:7f00:1', '2a00:1450:1:2:200:5efe:127.0.0.1'],
    'the metadata server of Azure': ['168.63.129.16'],
    'texts that are no plain address': [
      '',
      'localhost',
      '0x7f.1',
      '2130706433',
      '0177.0.0.1',
      '1.1.1',
      '1.1.1.1.',
      '[::1]',
    ],
  };
  for (const [range, addresses] of Object.entries(refused)) {
    test(range, () => {
      assert.deepEqual(
        addresses.filter(address => isAddressAllowed(address, [])),
        [],
      );
    });
  }
});

describe('listed ranges', () => {
  test('are allowed although they are not public', () => {
    const allowed = ['10.1.0.0/16', '127.0.0.1', 'fd00::/8', '::1/128'].map(parseCidr);
    for (const address of ['10.1.2.3', '127.0.0.1', 'fd12::1', '::1', '1.1.1.1']) {
      assert.equal(isAddressAllowed(address, allowed), true, address);
    }
    for (const address of ['10.2.0.1', '127.0.0.2', 'fc00::1', '::2', '::ffff:127.0.0.1', '64:ff9b::7f00:1']) {
      assert.equal(isAddressAllowed(address, allowed), false, address);
    }
  });

  test('of one address family do not apply to the other', () => {
    assert.equal(isAddressAllowed('fd00::1', [parseCidr('0.0.0.0/0')]), false);
    assert.equal(isAddressAllowed('10.0.0.1', [parseCidr('::/0')]), false);
    assert.equal(isAddressAllowed('10.0.0.1', [parseCidr('0.0.0.0/0')]), true);
  });

  for (const text of [
    ...['', 'localhost', '10.0.0.0/33', '10.0.0/8', '10.0.0.0/', '10.0.0.0/-1', '10.0.0.0/8/8', '010.0.0.0/8'],
    ...['::1/129', '[::1]', '0x7f.1', '2130706433', '10.0.0.0/ 8', ' 10.0.0.0/8', '*', '10.0.0.0-10.0.0.9'],
  ]) {
    test(`'${text}' is refused with a clear error`, () => {
      assert.throws(() => parseCidr(text), {
        message: `'${text}' is neither an IP address nor a CIDR range such as 10.0.0.0/8`,
      });
    });
  }
});
