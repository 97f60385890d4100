import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { Metrics } from './metrics.ts'
import { watchSecretFiles } from './secret-file-metrics.ts'

test('DOOR-02 the metrics count the files with secrets that others may use', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'open-secrets-'))
  const file = path.join(folder, 'banks.json')
  writeFileSync(file, '{}', { mode: 0o600 })
  const metrics = new Metrics()
  watchSecretFiles(metrics, { NODE_ENV: 'production', BANKS_FILE: file })
  expect(await metrics.text()).toContain('pematang_open_secret_files 0\n')
  chmodSync(file, 0o604)
  expect(await metrics.text()).toContain('pematang_open_secret_files 1\n')
  rmSync(folder, { recursive: true })
})
