import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Lock } from './lock.ts'
import { addAddresses, pruneLock } from './prune-lock.ts'

const own = () =>
  JSON.parse(readFileSync(join(import.meta.dirname, '../../package-lock.json'), 'utf8')) as Lock

test('DOOR-11 every package of the lockfile has a hash, on every platform', () => {
  const fetched = Object.entries(own().packages).filter(
    ([place, { link, inBundle }]) => place.includes('node_modules/') && !link && !inBundle,
  )
  expect(fetched.length).toBeGreaterThan(300)
  expect(
    fetched.filter(([, { integrity }]) => !integrity?.startsWith('sha512-')).map(([place]) => place),
  ).toEqual([])
  expect(pruneLock(own())).toEqual([])
})

test('DOOR-11 pruning the lockfile removes packages without a hash and the references to them, and keeps the rest unchanged', () => {
  const hash = { integrity: 'sha512-x' }
  const lock: Lock = {
    packages: {
      '': {},
      'node_modules/tool': {
        ...hash,
        version: '1.0.0',
        optionalDependencies: { 'tool-linux-x64': '1.0.0', 'tool-darwin-x64': '1.0.0', 'tool-aix': '1.0.0' },
      },
      'node_modules/other': { ...hash, version: '1.0.0', optionalDependencies: { 'tool-aix': '1.0.0' } },
      'node_modules/tool-linux-x64': { ...hash, version: '1.0.0', optional: true },
      'node_modules/tool-darwin-x64': { version: '1.0.0', optional: true },
      'node_modules/tool/node_modules/inside': { version: '1.0.0', optional: true, inBundle: true },
      server: { optionalDependencies: { 'own-darwin-arm64': '2.0.0' } },
      'node_modules/server': { link: true, resolved: 'server', optional: true },
    },
  }
  expect(pruneLock(lock)).toEqual(['tool-aix', 'tool-darwin-x64'])
  expect(Object.keys(lock.packages)).toEqual([
    '',
    'node_modules/tool',
    'node_modules/other',
    'node_modules/tool-linux-x64',
    'node_modules/tool/node_modules/inside',
    'server',
    'node_modules/server',
  ])
  expect(lock.packages['node_modules/tool']?.optionalDependencies).toEqual({ 'tool-linux-x64': '1.0.0' })
  expect(lock.packages['node_modules/other']).toEqual({ ...hash, version: '1.0.0' })
  expect(lock.packages.server?.optionalDependencies).toEqual({ 'own-darwin-arm64': '2.0.0' })
  expect(pruneLock(lock)).toEqual([])
})

test('DOOR-11 a package that another one asks for by a tag keeps its address in the lock, others need none', () => {
  const asking = {
    version: '1.0.0',
    dependencies: { '@one/tagged': 'latest', ranged: '^2.0.0', gone: 'next' },
  }
  const lock: Lock = {
    packages: {
      'node_modules/asking': asking,
      'node_modules/@one/tagged': { version: '0.3.0', integrity: 'sha512-a' },
      'node_modules/ranged': { version: '2.1.0', integrity: 'sha512-b' },
    },
  }
  addAddresses(lock)
  expect(lock.packages).toEqual({
    'node_modules/asking': asking,
    'node_modules/@one/tagged': {
      version: '0.3.0',
      resolved: 'https://registry.npmjs.org/@one/tagged/-/tagged-0.3.0.tgz',
      integrity: 'sha512-a',
    },
    'node_modules/ranged': { version: '2.1.0', integrity: 'sha512-b' },
  })
})
