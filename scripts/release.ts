import { readFileSync } from 'node:fs'
import path from 'node:path'
import { report } from './check/findings.ts'
import { releaseFaults } from './release/faults.ts'
import { makeRelease } from './release/make.ts'
import { recordMigrations } from './release/migrations.ts'
import { promisedNames } from '../server/testing/promised-names.ts'
import { promiseFaults, readPromised, recordPromised } from './release/promised.ts'

// `npm run release`: checks version, changelog, migrations, licences, promises, documents and tag, then makes the files
// of the release in `.cache/release`. `--record` notes the migrations and promises of this version first, `--check` makes nothing.

const root = path.join(import.meta.dirname, '..')
const product = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
  name: string
  version: string
}
const asked = new Set(process.argv.slice(2))
if (asked.has('--record')) {
  recordMigrations(root, product.version)
  await recordPromised(root, product.version)
  console.log(`release: recorded the migrations and promises of ${product.version}`)
} else {
  const changelog = readFileSync(path.join(root, 'CHANGELOG.md'), 'utf8')
  const gone = promiseFaults(readPromised(root), await promisedNames(root), { ...product, changelog })
  const faults = [...releaseFaults(root), ...gone.map((message) => ({ file: 'CHANGELOG.md', message }))]
  report('release', faults, `${product.name} ${product.version}`)
  if (faults.length === 0 && !asked.has('--check')) {
    const out = path.join(root, '.cache/release')
    for (const file of makeRelease(root, product, out)) console.log(path.join(out, file))
  }
}
