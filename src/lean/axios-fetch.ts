/** Calls go over XMLHttpRequest, which tells how far an upload or a download came. */
export const getFetch = (): false => false
