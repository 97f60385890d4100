import { X509Certificate } from 'node:crypto'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { spawnSync } from 'node:child_process'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listCertificates } from './expiry.ts'
import { layoutOf } from './layout.ts'
import { certificateFolders } from './rendered.ts'
import { render } from './render.ts'
import { renew } from './renew.ts'
import { finishReplacement } from './replace-folders.ts'
import { run } from './run.ts'

const hosts = ['192.0.2.1', 'db2.example', '2001:db8::3', '192.0.2.4', '192.0.2.5', '192.0.2.6', '192.0.2.7']
const holders = ['db1', 'db2', 'db3', 'app1', 'app2', 'router', 'backup']
let folder = ''

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'renew-'))
  await render(layoutOf(hosts), path.join(folder, 'rendered'))
})

afterAll(() => rmSync(folder, { recursive: true }))

let copies = 0

/** A copy of the rendered folder, for one test. */
function rendered(): string {
  copies += 1
  const out = path.join(folder, `copy-${copies}`)
  cpSync(path.join(folder, 'rendered'), out, { recursive: true })
  return out
}

const text = (...parts: string[]) => readFileSync(path.join(...parts), 'utf8')
const certificateOf = (out: string, name: string) => text(out, name, 'tls/node.pem')

/** All files of a folder with their contents. */
const contents = (out: string): Map<string, string> =>
  new Map(
    readdirSync(out, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => path.join(parentPath, name))
      .sort()
      .map((file) => [path.relative(out, file), text(file)]),
  )

/**
 * Whether the nodes with one set of files verify the certificates of the nodes with another one: `true`, `false`, or both
 * where some do.
 */
function verifyAll(shown: string, checking: string): boolean[] {
  const certificates = holders.map((name) => path.join(shown, name, 'tls/node.pem'))
  const trusted = new Map(
    holders.map((name) => path.join(checking, name, 'tls/authority.pem')).map((file) => [text(file), file]),
  )
  const verified = [...trusted.values()].flatMap((file) => {
    const { stdout } = spawnSync('openssl', ['verify', '-CAfile', file, ...certificates], {
      encoding: 'utf8',
    })
    return certificates.map((certificate) => stdout.includes(`${certificate}: OK`))
  })
  return [...new Set(verified)]
}

test('a renewal makes certificates of the same names that the authority verifies, and changes nothing else', async () => {
  const out = rendered()
  const before = contents(out)
  await renew(out, null)
  const after = contents(out)
  const changed = [...after].flatMap(([file, content]) => (before.get(file) === content ? [] : [file]))
  expect(changed).toEqual(
    holders.toSorted().flatMap((name) => [`${name}/tls/node.key`, `${name}/tls/node.pem`]),
  )
  expect([...after.keys()]).toEqual([...before.keys()])
  expect(verifyAll(out, out)).toEqual([true])
  for (const name of holders) {
    const [old, renewed] = [before.get(`${name}/tls/node.pem`) ?? '', certificateOf(out, name)].map(
      (pem) => new X509Certificate(pem),
    )
    expect(renewed?.subjectAltName).toBe(old?.subjectAltName)
    expect(renewed?.subject).toBe(`CN=${name}`)
    expect(renewed?.serialNumber).not.toBe(old?.serialNumber)
    expect(statSync(path.join(out, name, 'tls/node.key')).mode & 0o777).toBe(0o600)
    expect(statSync(path.join(out, name, 'tls')).mode & 0o777).toBe(0o700)
  }
  expect(listCertificates(out, new Date()).faults).toEqual([])
})

test('at no step of a new authority does a node with the files of that step refuse one with those of the step before', async () => {
  const steps = [rendered()]
  for (const step of ['add', 'use', 'drop'] as const) {
    const out = path.join(folder, `after-${step}`)
    cpSync(steps.at(-1) ?? '', out, { recursive: true })
    await renew(out, step)
    steps.push(out)
  }
  const [first = '', added = '', used = '', dropped = ''] = steps
  for (const [older, newer] of [
    [first, added],
    [added, used],
    [used, dropped],
  ] as const) {
    for (const [shown, checking] of [
      [older, older],
      [older, newer],
      [newer, older],
      [newer, newer],
    ] as const)
      expect(verifyAll(shown, checking), `${shown} for ${checking}`).toEqual([true])
  }
  expect(verifyAll(first, dropped)).toEqual([false])
  expect(verifyAll(used, first)).toEqual([false])
  expect(certificateOf(added, 'db1')).toBe(certificateOf(first, 'db1'))
  expect(certificateOf(dropped, 'db1')).toBe(certificateOf(used, 'db1'))
  expect(readdirSync(path.join(dropped, 'authority')).sort()).toEqual(['authority.key', 'authority.pem'])
  for (const out of [added, used, dropped]) expect(listCertificates(out, new Date()).faults).toEqual([])
  for (const key of [path.join(added, 'authority/next.key'), path.join(used, 'authority/authority.key')])
    expect(statSync(key).mode & 0o777, key).toBe(0o600)
  await renew(used, null)
  expect(verifyAll(used, used)).toEqual([true])
})

test('the steps of a new authority are taken in their order only', async () => {
  const out = rendered()
  await expect(renew(out, 'use')).rejects.toThrow('begin with "--authority add"')
  await expect(renew(out, 'drop')).rejects.toThrow('begin with "--authority add"')
  await renew(out, 'add')
  for (const step of ['add', 'drop', null] as const)
    await expect(renew(out, step)).rejects.toThrow('go on with "--authority use"')
  await renew(out, 'use')
  for (const step of ['add', 'use'] as const)
    await expect(renew(out, step)).rejects.toThrow('go on with "--authority drop"')
})

test('a renewal refuses a folder that is not rendered, and one without the key of its authority', async () => {
  await expect(renew(folder, null)).rejects.toThrow(`${folder} is no folder that "render" wrote`)
  const away = rendered()
  rmSync(path.join(away, 'authority/authority.key'))
  await expect(renew(away, null)).rejects.toThrow('authority.key is missing')
  // Its last days are listed without the key.
  expect(listCertificates(away, new Date()).lines).toHaveLength(8)
  const foreign = rendered()
  cpSync(path.join(foreign, 'db1/tls/node.key'), path.join(foreign, 'authority/authority.key'))
  await expect(renew(foreign, null)).rejects.toThrow('is not the key of')
  const running = rendered()
  writeFileSync(path.join(running, 'pematang-cluster.json'), '{}')
  await expect(renew(running, null)).rejects.toThrow('that "up" started')
})

test('a renewal that is killed while it makes certificates leaves the old set whole', async () => {
  const out = rendered()
  const before = contents(out)
  // An openssl that kills the renewal at the fifth call, in the middle of the third node.
  const bin = mkdtempSync(path.join(folder, 'bin-'))
  const real = (await run('sh', ['-c', 'command -v openssl'])).trim()
  writeFileSync(
    path.join(bin, 'openssl'),
    `#!/bin/sh\necho >> "${bin}/calls"\n[ "$(wc -l < "${bin}/calls")" -lt 5 ] || kill -9 "$PPID"\nexec ${real} "$@"\n`,
  )
  chmodSync(path.join(bin, 'openssl'), 0o755)
  const script = `import { renew } from ${JSON.stringify(path.join(import.meta.dirname, 'renew.ts'))}; await renew(${JSON.stringify(out)}, null)`
  const { signal } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    env: { ...process.env, PATH: `${bin}:${process.env.PATH}` },
  })
  expect(signal).toBe('SIGKILL')
  const after = contents(out)
  expect([...after].filter(([file]) => !file.startsWith('renewal.draft/'))).toEqual([...before])
  expect(after.size).toBeGreaterThan(before.size)
  expect(listCertificates(out, new Date()).faults).toEqual([])
  await renew(out, null)
  expect([...contents(out).keys()]).toEqual([...before.keys()])
  expect(verifyAll(out, out)).toEqual([true])
})

/** Renames until a number of calls is reached, as if the process were killed then. */
function renamesUntil(calls: number): typeof renameSync {
  let left = calls
  return (from, to) => {
    if (left === 0) throw new Error('killed')
    left -= 1
    renameSync(from, to)
  }
}

test('a renewal that is killed while it puts certificates in place never mixes two sets, and the next run finishes it', async () => {
  const source = rendered()
  await renew(source, null)
  const renewed = contents(source)
  const old = contents(path.join(folder, 'rendered'))
  for (let calls = 0; calls < 14; calls += 1) {
    const out = rendered()
    for (const name of holders)
      cpSync(path.join(source, name, 'tls'), path.join(out, 'renewal', name, 'tls'), { recursive: true })
    expect(() => finishReplacement(out, certificateFolders, renamesUntil(calls))).toThrow('killed')
    for (const name of holders) {
      const found = [...contents(out)].filter(([file]) => file.startsWith(`${name}/tls/`))
      const of = (set: Map<string, string>) => [...set].filter(([file]) => file.startsWith(`${name}/tls/`))
      expect([[], of(old), of(renewed)]).toContainEqual(found)
    }
    expect(listCertificates(out, new Date()).faults).toEqual([
      'A renewal was interrupted: run "renew", which finishes it.',
    ])
    expect(await renew(out, null)).toEqual([
      'A renewal that was interrupted is finished. Nothing else was done.',
    ])
    expect(contents(out)).toEqual(renewed)
    expect(existsSync(path.join(out, 'renewal.former'))).toBe(false)
  }
})

test('certificates that end within 60 days are listed as a fault, and an authority that does is not used again', async () => {
  const out = rendered()
  const { validTo } = new X509Certificate(certificateOf(out, 'db1'))
  const before = (days: number) => new Date(new Date(validTo).getTime() - days * 86_400_000)
  expect(listCertificates(out, before(61)).faults).toEqual([])
  expect(listCertificates(out, before(59)).faults).toEqual(
    holders.map((name) =>
      expect.stringMatching(`^${name}/tls/node.pem ends on 20\\d\\d-\\d\\d-\\d\\d, within`),
    ),
  )
  const authority = path.join(out, 'authority')
  const key = path.join(authority, 'authority.key')
  const subject = ['-subj', '/CN=Ends soon', '-days', '40']
  await run('openssl', [
    'req',
    '-x509',
    '-key',
    key,
    ...subject,
    '-out',
    path.join(authority, 'authority.pem'),
  ])
  await expect(renew(out, null)).rejects.toThrow('beginning with "--authority add"')
  await renew(out, 'add')
  await renew(out, 'use')
})

test('a certificate that its node does not trust, or that has another key, is a fault', () => {
  const out = rendered()
  cpSync(path.join(out, 'db2/tls/node.key'), path.join(out, 'db1/tls/node.key'))
  cpSync(path.join(out, 'db2/tls/node.pem'), path.join(out, 'db3/tls/authority.pem'))
  expect(listCertificates(out, new Date()).faults).toEqual([
    expect.stringMatching(/db1\/tls\/node\.key is not the key of/),
    expect.stringMatching(/db3\/tls\/node\.pem was issued by no authority that/),
  ])
})
