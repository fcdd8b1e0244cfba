// An import of node:http reads all its names, and one of them, WebSocket, loads what fetch is made of: a tenth of a start,
// and some megabytes. The server itself never fetches.
export const { Agent, createServer, request } = process.getBuiltinModule('node:http')
