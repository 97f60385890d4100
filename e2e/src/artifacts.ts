import path from 'node:path'

/** The folder for screenshots, consoles and logs of failed tests, and screenshots for review; not in the repository. */
export const artifacts = path.resolve(import.meta.dirname, '../artifacts')
