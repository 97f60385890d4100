import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { type Finding, report } from './findings.ts'
import { housePicture } from './generated/house.ts'
import { ledgerPage } from './generated/ledger.ts'
import { partnerClientTypes } from '../../server/testing/partner-client/make-types.ts'
import { settingsPage } from './generated/settings.ts'

// `npm run generated`: checks that the generated files equal what the code generates now. `npm run generate` writes
// them.

const root = path.join(import.meta.dirname, '../..')
const made: Record<string, string> = {
  'docs/house.svg': housePicture(),
  'docs/ledger.md': ledgerPage(),
  'docs/operating/settings.md': settingsPage(root),
  'server/testing/partner-client/api.ts': await partnerClientTypes(),
}
const isWriting = process.argv.includes('--write')
const findings: Finding[] = []
for (const [file, content] of Object.entries(made)) {
  const place = path.join(root, file)
  const kept = existsSync(place) ? readFileSync(place, 'utf8') : null
  if (kept === content) continue
  if (isWriting) {
    writeFileSync(place, content)
    console.log(`wrote ${file}`)
  } else findings.push({ file, message: staleness(kept, content) })
}
report('generated', findings, `${Object.keys(made).length} files`)

function staleness(kept: string | null, content: string): string {
  if (kept === null) return 'is missing: run `npm run generate` and commit it'
  const lines = kept.split('\n')
  const at = content.split('\n').findIndex((line, index) => line !== lines[index])
  return `differs from what the code makes, first at line ${at < 0 ? lines.length : at + 1}: run \`npm run generate\` and commit it`
}
