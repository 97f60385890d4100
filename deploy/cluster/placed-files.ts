import { readFileSync } from 'node:fs'
import path from 'node:path'

/** A file of a node that place.sh puts where its reader looks for it. */
export type PlacedFile = { name: string; owner: string; mode: string; target: string }

/** The files that place.sh places, as its lines say it. */
export const placedFiles = (): PlacedFile[] =>
  Array.from(
    readFileSync(path.join(import.meta.dirname, 'place.sh'), 'utf8').matchAll(
      /^place (\S+) (\w+) (\d+) (\/\S+)$/gm,
    ),
    ([, name = '', owner = '', mode = '', target = '']) => ({ name, owner, mode, target }),
  )
