import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'

// The authority of a cluster, and its replacement by another one. A client must know an authority
// before the first certificate of it is shown, so that a replacement has three steps, and all nodes get the files of a
// step before the next one is made:
//   add    a next authority is made; all nodes trust both
//   use    the certificates of the nodes are issued by it; the former one signs nothing any more
//   drop   the nodes trust the new one alone

export const authoritySteps = ['add', 'use', 'drop'] as const
export type AuthorityStep = (typeof authoritySteps)[number]

/** The files of the authority that signs, of the next one, and the certificate of the former one. */
export const authorityFilesIn = (folder: string) => {
  const files = (name: string) => ({
    certificate: path.join(folder, `${name}.pem`),
    key: path.join(folder, `${name}.key`),
  })
  return { current: files('authority'), next: files('next'), former: path.join(folder, 'former.pem') }
}

/** The certificates of all authorities that nodes trust, as one PEM text. */
export function trustOf(folder: string): string {
  const { current, next, former } = authorityFilesIn(folder)
  return [current.certificate, next.certificate, former]
    .filter((file) => existsSync(file))
    .map((file) => readFileSync(file, 'utf8'))
    .join('')
}

/** Where the replacement of an authority stands: the step that was made last, or null. */
export function lastStepOf(folder: string): 'add' | 'use' | null {
  const { next, former } = authorityFilesIn(folder)
  if (existsSync(next.certificate)) return 'add'
  return existsSync(former) ? 'use' : null
}

/** Why a step cannot follow the one that was made last. A renewal without a step follows all but `add`. */
export function whyNot(last: 'add' | 'use' | null, step: AuthorityStep | null): string | null {
  if (last === 'add' && step !== 'use')
    return 'The authority is being replaced: go on with "--authority use", once all nodes have what "--authority add" made.'
  if (last === 'use' && step !== 'drop' && step !== null)
    return 'The authority is being replaced: go on with "--authority drop", once all nodes have what "--authority use" made.'
  if (last === null && (step === 'use' || step === 'drop'))
    return 'No authority is being replaced: begin with "--authority add".'
  return null
}
