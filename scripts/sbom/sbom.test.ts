import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import type { Lock } from '../lock/lock.ts'
import { productSbom, type Sbom, shippedPlaces } from './product-sbom.ts'

const root = path.resolve(import.meta.dirname, '../..')
const folder = mkdtempSync(path.join(tmpdir(), 'pematang-sbom-'))
afterAll(() => rmSync(folder, { recursive: true }))
const readJson = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'))

test('DOOR-11 the SBOM lists every shipped package with version and hash, and no development tool', () => {
  const file = path.join(folder, 'release.cdx.json')
  const run = spawnSync(process.execPath, [path.join(root, 'scripts/sbom.ts'), file], { encoding: 'utf8' })
  expect([run.status, run.stderr]).toEqual([0, ''])
  const sbom = readJson(file) as Sbom
  const lock = readJson(path.join(root, 'package-lock.json')) as Lock

  expect(sbom).toMatchObject({
    bomFormat: 'CycloneDX',
    specVersion: expect.stringMatching(/^1\.[5-9]$/),
    version: 1,
  })
  expect(sbom.serialNumber).toMatch(/^urn:uuid:[0-9a-f-]{36}$/)
  expect(sbom.metadata.component).toMatchObject({ name: 'pematang', type: 'application' })

  const refs = new Set(sbom.components.map((component) => component['bom-ref']))
  expect(refs.size).toBe(sbom.components.length)
  refs.add(sbom.metadata.component['bom-ref'])
  for (const { ref, dependsOn = [] } of sbom.dependencies) {
    expect(refs).toContain(ref)
    for (const other of dependsOn) expect(refs).toContain(other)
  }

  const shipped = [...shippedPlaces(lock)]
  expect(shipped.length).toBeGreaterThan(100)
  for (const place of shipped) {
    const { version, integrity = '' } = lock.packages[place] ?? {}
    const name = place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length)
    const component = sbom.components.find((one) => one['bom-ref'] === `${name}@${version}`)
    expect(component, place).toMatchObject({ version, purl: expect.stringContaining('pkg:npm/') })
    const content = Buffer.from(integrity.replace('sha512-', ''), 'base64').toString('hex')
    expect(component?.hashes).toContainEqual({ alg: 'SHA-512', content })
  }
  const names = sbom.components.map(({ name }) => name)
  for (const name of ['node', 'zod', 'fastify', 'pg', 'pg-protocol', 'react']) expect(names).toContain(name)
  for (const name of ['vitest', 'knip', 'typescript', 'playwright-core']) expect(names).not.toContain(name)
})

test('DOOR-11 making the SBOM fails when a shipped package has no hash', () => {
  const lock: Lock = {
    packages: {
      server: { dependencies: { a: '1.0.0' } },
      'node_modules/a': { version: '1.0.0' },
    },
  }
  const whole = {
    metadata: { component: { 'bom-ref': 'p@1' } },
    components: [{ 'bom-ref': 'a@1.0.0', name: 'a', version: '1.0.0' }],
    dependencies: [],
  } as unknown as Sbom
  expect(() => productSbom(whole, lock, { name: 'p' })).toThrow(
    'does not have a@1.0.0 with its version and SHA-512',
  )
})
