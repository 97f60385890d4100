import { existsSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build, type InlineConfig } from 'vite'
import { afterEach, expect, test } from 'vitest'
import { keepFormer } from './keep-former.ts'

const root = mkdtempSync(join(tmpdir(), 'keep-former-'))
afterEach(() => rmSync(root, { recursive: true, force: true }))

test('SCR-01 a web build keeps the files of earlier builds for a week', async () => {
  const assets = join(root, 'dist/assets')
  mkdirSync(assets, { recursive: true })
  writeFileSync(join(root, 'index.html'), '<script type="module" src="./main.js"></script>')
  writeFileSync(join(root, 'main.js'), 'document.title = "new"')
  const daysOld = (days: number, name: string) => {
    const then = Date.now() / 1_000 - days * 86_400
    writeFileSync(join(assets, name), 'former')
    utimesSync(join(assets, name), then, then)
  }
  daysOld(6, 'screen-former.js')
  daysOld(6, 'screen-former.js.br')
  daysOld(8, 'screen-ancient.js')
  daysOld(8, 'screen-ancient.js.br')
  const config: InlineConfig = {
    root,
    configFile: false,
    logLevel: 'silent',
    build: { emptyOutDir: false },
    plugins: [keepFormer()],
  }
  await build(config)
  const there = (name: string) => existsSync(join(assets, name))
  expect([there('screen-former.js'), there('screen-former.js.br')]).toEqual([true, true])
  expect([there('screen-ancient.js'), there('screen-ancient.js.br')]).toEqual([false, false])
})
