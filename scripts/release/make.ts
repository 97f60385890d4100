import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createHash } from 'node:crypto'
import path from 'node:path'
import { readSbom } from '../sbom/read-sbom.ts'
import { tagOf } from './history.ts'

function run(program: string, ...args: string[]): void {
  const { status, stderr } = spawnSync(program, args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}: ${stderr}`)
}

/**
 * Makes the files of a release from its tag: the archive, the bill of materials, the context of a container image (the
 * same tree with its Containerfile on top) and their SHA-256. The archive of a tag has the same bytes wherever it is
 * made by the same git.
 * @returns the names of the files, below `out`
 */
export function makeRelease(
  root: string,
  { name, version }: { name: string; version: string },
  out: string,
): string[] {
  const full = `${name}-${version}`
  rmSync(out, { recursive: true, force: true })
  mkdirSync(out, { recursive: true })
  const at = (file: string) => path.join(out, file)
  run(
    'git',
    '-C',
    root,
    'archive',
    '--format=tar',
    `--prefix=${full}/`,
    '-o',
    at(`${full}.tar`),
    tagOf(version),
  )
  makeContext(at(`${full}.tar`), full, out)
  run('gzip', '-n', '-9', at(`${full}.tar`))
  writeFileSync(at(`${full}.cdx.json`), `${JSON.stringify(readSbom(root), null, 2)}\n`)
  const files = [`${full}.tar.gz`, `${full}-image.tar.gz`, `${full}.cdx.json`]
  const sums = files.map(
    (file) =>
      `${createHash('sha256')
        .update(readFileSync(at(file)))
        .digest('hex')}  ${file}\n`,
  )
  writeFileSync(at('SHA256SUMS'), sums.join(''))
  return [...files, 'SHA256SUMS']
}

function makeContext(archive: string, full: string, out: string): void {
  run('tar', '-xf', archive, '-C', out)
  const folder = path.join(out, full)
  cpSync(path.join(folder, 'deploy/container/Containerfile'), path.join(folder, 'Containerfile'))
  run(
    'tar',
    '--sort=name',
    '--owner=0',
    '--group=0',
    '-czf',
    path.join(out, `${full}-image.tar.gz`),
    '-C',
    folder,
    '.',
  )
  rmSync(folder, { recursive: true })
}
