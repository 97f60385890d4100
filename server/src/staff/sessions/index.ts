export { consoleRights, passkeysToDecide, staffAuthenticator } from './authenticate.ts'
export { closeConsoleSession } from './close-session.ts'
export { endStaffSessions, findStaffSession, insertStaffSession, sessionSeconds } from './store.ts'
