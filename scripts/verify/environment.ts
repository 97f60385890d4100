/** What the programs of a test run need from the machine: where things are, and how the registries are reached. */
const kept =
  /^(PATH|HOME|USER|LOGNAME|SHELL|TMPDIR|LD_LIBRARY_PATH|npm_\w+|NODE_EXTRA_CA_CERTS|(https?|no)_proxy)$/i

/**
 * The environment of a test run. Of the caller's environment only what names places is kept, so that no setting of a
 * shell or of a CI service changes an outcome; language and time zone are always the same.
 */
export function testEnvironment(caller: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const places = Object.entries(caller).filter(([name]) => kept.test(name))
  return { ...Object.fromEntries(places), LANG: 'C.UTF-8', TZ: 'UTC' }
}
