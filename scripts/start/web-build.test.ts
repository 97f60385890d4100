import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { buildWebIfNeeded } from './web-build.ts'

test('the start builds the pages without compressed files, and takes those with them; npm run build makes what is lacking', async () => {
  const root = mkdtempSync(path.join(tmpdir(), 'pematang-web-build-'))
  try {
    mkdirSync(path.join(root, 'web/dist'), { recursive: true })
    writeFileSync(path.join(root, 'web/page.ts'), 'first')
    const script =
      'fs.writeFileSync("web/dist/index.html", "x"); fs.appendFileSync("builds", process.env.PRECOMPRESS ?? "on"); fs.appendFileSync("builds", " ")'
    const build = (compress: boolean) =>
      buildWebIfNeeded({
        ...{ root, command: [process.execPath, '-e', script], env: process.env, compress },
        log: { say: () => {}, line: () => {} },
        signal: new AbortController().signal,
      })
    expect([await build(false), await build(false)]).toEqual(['built', 'fresh'])
    expect([await build(true), await build(true), await build(false)]).toEqual(['built', 'fresh', 'fresh'])
    expect(readFileSync(path.join(root, 'builds'), 'utf8')).toBe('off on ')
  } finally {
    rmSync(root, { recursive: true })
  }
})
