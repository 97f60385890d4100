import { spawnSync } from 'node:child_process'
import {
  appendFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

const root = path.join(import.meta.dirname, '../..')
const left = /(^|\/)(node_modules|dist|\.git|\.data|\.cache|coverage|[^/]*\.tsbuildinfo)$/

/** A copy of this tree in which a violation can be planted; it links the packages of the real tree. */
export type TreeCopy = {
  folder: string
  write(file: string, text: string): void
  append(file: string, text: string): void
  run(script: string, ...args: string[]): { status: number | null; output: string }
  remove(): void
}

/** @param leaves which further files are left out, by their path from the root, which begins with a slash */
export function copyTree(leaves: RegExp = left): TreeCopy {
  const folder = mkdtempSync(path.join(tmpdir(), 'pematang-gates-'))
  const inside = (file: string) => path.join(folder, file)
  const isCopied = (file: string) => !left.test(file) && !leaves.test(file)
  cpSync(root, folder, { recursive: true, filter: (source) => isCopied(source.slice(root.length)) })
  linkPackages(path.join(root, 'node_modules'), inside('node_modules'))
  // What only the server has, because its version differs from that of all others.
  symlinkSync(path.join(root, 'server/node_modules'), inside('server/node_modules'))
  return {
    folder,
    write(file, text) {
      mkdirSync(path.dirname(inside(file)), { recursive: true })
      writeFileSync(inside(file), text)
    },
    append: (file, text) => appendFileSync(inside(file), text),
    run(script, ...args) {
      const { status, stdout, stderr } = spawnSync('npm', ['run', '--silent', script, '--', ...args], {
        cwd: folder,
        encoding: 'utf8',
        env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: '0' },
      })
      return { status, output: stdout + stderr }
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

/** Links each npm package, and points the names of the workspaces at the copy. */
function linkPackages(from: string, to: string): void {
  mkdirSync(path.join(to, '@pematang'), { recursive: true })
  for (const name of readdirSync(from)) {
    if (name !== '@pematang') symlinkSync(path.join(from, name), path.join(to, name))
  }
  for (const name of readdirSync(path.join(from, '@pematang'))) {
    symlinkSync(path.join('../..', name), path.join(to, '@pematang', name))
  }
}
