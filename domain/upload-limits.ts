/** How large a file may be that is given as an answer or shared, in bytes, and how many are shared at once. */
export type UploadLimits = { answerFileSize: number; sharedFileSize: number; filesAtOnce: number }
