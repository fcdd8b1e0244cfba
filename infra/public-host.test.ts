import { expect, it } from 'vitest'
import { isPublicAddress, mayBePublic, publicLookup } from './public-host.ts'

it.each(['8.8.8.8', '142.250.74.106', '100.128.0.1', '172.32.0.1', '2a00:1450:4001:82f::200a', '2606:4700::1111'])(
  '%s is public',
  (address) => expect(isPublicAddress(address)).toBe(true),
)

it.each([
  '127.0.0.1',
  '10.1.2.3',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  '0.0.0.0',
  '224.0.0.1',
  '255.255.255.255',
  '::1',
  '::',
  '::ffff:127.0.0.1',
  '::ffff:8.8.8.8',
  '::ffff:a9fe:a9fe',
  '::127.0.0.1',
  '64:ff9b:1::1',
  'fec0::1',
  '2001:db8::1',
  '2001::1',
  '3fff::1',
  '5f00::1',
  '4000::1',
  'fe80::1%eth0',
  '0177.0.0.1',
  '2130706433',
  '',
  '64:ff9b::7f00:1',
  'fe80::1',
  'fd00::1',
  'ff02::1',
  '2002:7f00:1::',
  'nonsense',
])('%s is not', (address) => expect(isPublicAddress(address)).toBe(false))

it.each([
  ['fcm.googleapis.com', true],
  ['updates.push.services.mozilla.com', true],
  ['[2a00:1450:4001:82f::200a]', true],
  ['localhost', false],
  ['localhost.', false],
  ['api.localhost.', false],
  ['metadata.google.internal.', false],
  ['example.com.', true],
  ['.', false],
  ['', false],
  ['metadata', false],
  ['metadata.google.internal', false],
  ['printer.local', false],
  ['127.0.0.1', false],
  ['[::1]', false],
  ['[::ffff:7f00:1]', false],
])('%s may be a public host: %s', (host, may) => expect(mayBePublic(host)).toBe(may))

it.each([true, false])('a name that leads inside is not connected to', async (all) => {
  const found = await new Promise((resolve) => publicLookup('localhost', { all }, (error) => resolve(error)))
  expect(String(found)).toContain('which is not public')
})
