import { networkInterfaces } from 'node:os'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkAddress } from './address.ts'
import { publicAddresses } from './networks.ts'

const mayCall = publicAddresses(['203.0.114.0/24', '2400:1::/32', '198.51.99.7'])

test.each([
  '0.0.0.0',
  '10.0.0.1',
  '100.64.0.1',
  '127.0.0.1',
  '169.254.169.254',
  '172.31.255.255',
  '192.0.0.192',
  '192.168.1.1',
  '198.18.0.1',
  '224.0.0.1',
  '255.255.255.255',
  '203.0.114.9',
  '198.51.99.7',
  '::',
  '::1',
  '::ffff:10.0.0.1',
  '::ffff:8.8.8.8',
  '::ffff:a9fe:a9fe',
  '::127.0.0.1',
  '64:ff9b::a9fe:a9fe',
  '64:ff9b:1::1',
  '2001::1',
  '2001:db8::1',
  '2002:a9fe:a9fe::1',
  '2400:1::5',
  'fc00::1',
  'fd00:ec2::254',
  'fe80::1',
  'fe80::1%eth0',
  'ff02::1',
  'no address',
])('KEY-03 %s is never called back', (address) => expect(mayCall(address)).toBe(false))

test.each(['8.8.8.8', '103.10.10.10', '172.32.0.1', '2404:6800:4003::1', '2a00:1450::1'])(
  'KEY-03 %s may be called back',
  (address) => expect(mayCall(address)).toBe(true),
)

test('KEY-03 the addresses of this machine and every private IPv4 address, in each notation of IPv6, are refused', () => {
  for (const { address } of Object.values(networkInterfaces()).flatMap((one) => one ?? []))
    expect(mayCall(address), address).toBe(false)
  const byte = fc.integer({ min: 0, max: 255 })
  fc.assert(
    fc.property(
      fc.constantFrom('10', '127', '192.168', '169.254', '172.16'),
      byte,
      byte,
      byte,
      (network, a, b, c) => {
        const address = `${network}.${a}.${b}.${c}`.split('.').slice(0, 4).join('.')
        const hex = address
          .split('.')
          .map((part) => Number(part).toString(16).padStart(2, '0'))
          .join('')
        const halves = `${hex.slice(0, 4)}:${hex.slice(4)}`
        for (const one of [
          address,
          `::ffff:${address}`,
          `::ffff:${halves}`,
          `64:ff9b::${halves}`,
          `2002:${halves}::`,
        ])
          expect(mayCall(one), one).toBe(false)
      },
    ),
  )
})

test.each([
  'http://hook.partner.co.id/',
  'https://127.0.0.1/',
  'https://0x7f.1/',
  'https://2130706433/',
  'https://[::1]/',
  'https://[::ffff:10.0.0.1]/',
  'https://8.8.8.8/',
  'https://localhost/',
  'https://intranet/',
  'https://metadata.google.internal/',
  'https://user:password@hook.partner.co.id/',
  'https://hook.partner.co.id/#part',
  'ftp://hook.partner.co.id/',
  'hook.partner.co.id',
  `https://hook.partner.co.id/${'x'.repeat(500)}`,
  'http://127.0.0.1:8080/',
])('KEY-03 %s is no address for calls back', (text) =>
  expect(checkAddress(text, { allowsLocal: false })).toBeNull(),
)

test('KEY-03 an address is kept as it is called, and development may call this machine', () => {
  expect(checkAddress('https://HOOK.partner.co.id:8443/a?b=c', { allowsLocal: false })).toBe(
    'https://hook.partner.co.id:8443/a?b=c',
  )
  expect(checkAddress('http://127.0.0.1:8080/x', { allowsLocal: true })).toBe('http://127.0.0.1:8080/x')
  expect(checkAddress('http://127.0.0.2:8080/x', { allowsLocal: true })).toBeNull()
})
