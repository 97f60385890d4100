import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { build } from 'vite'
import { expect, test, vi } from 'vitest'
import { precompress } from './precompress.ts'

test('a build without compressed files leaves none of other bytes: only those stay whose name has the hash of their content', async () => {
  const root = mkdtempSync(path.join(tmpdir(), 'pematang-precompress-'))
  try {
    mkdirSync(path.join(root, 'public'))
    writeFileSync(path.join(root, 'index.html'), '<script type="module" src="/app.js"></script>')
    writeFileSync(path.join(root, 'app.js'), `console.log('${'x'.repeat(3_000)}')`)
    writeFileSync(path.join(root, 'public/plain.js'), `console.log('${'y'.repeat(3_000)}')`)
    const compressed = async (setting: string) => {
      vi.stubEnv('PRECOMPRESS', setting)
      const out = { emptyOutDir: false }
      await build({ root, configFile: false, logLevel: 'silent', build: out, plugins: [precompress()] })
      const files = readdirSync(path.join(root, 'dist'), { recursive: true, encoding: 'utf8' })
      return files.filter((file) => file.endsWith('.br')).map((file) => file.replace(/-[^.]+/, ''))
    }
    expect(await compressed('')).toEqual(expect.arrayContaining(['plain.js.br', 'assets/index.js.br']))
    expect(await compressed('off')).toEqual(['assets/index.js.br'])
  } finally {
    vi.unstubAllEnvs()
    rmSync(root, { recursive: true })
  }
}, 60_000)
