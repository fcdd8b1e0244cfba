const loopback = /^((.+\.)?localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i

/** Whether a host, by name or address, can only be reached from the machine itself. */
export const isLoopback = (host: string): boolean => loopback.test(host)
