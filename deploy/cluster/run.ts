import { execFile } from 'node:child_process'

/**
 * Runs a program to its end and returns its output. It does not block this process, in which a load may run.
 * @throws with its error output where it fails
 */
export function run(program: string, args: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile(program, [...args], { encoding: 'utf8', maxBuffer: 2 ** 24 }, (error, stdout, stderr) => {
      if (error) reject(new Error(`${program} ${args.join(' ')}: ${stderr.trim() || error.message}`))
      else resolve(stdout)
    })
  })
}

/**
 * Runs a program that may fail, because the object to be removed may not exist; returns its output or an empty text.
 */
export const runAnyway = (program: string, args: readonly string[]): Promise<string> =>
  run(program, args).catch(() => '')
