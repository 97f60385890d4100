import path from 'node:path'

/** Screenshots, consoles and logs of failed tests, and pictures for eyes; not kept in the repository. */
export const artifacts = path.resolve(import.meta.dirname, '../artifacts')
