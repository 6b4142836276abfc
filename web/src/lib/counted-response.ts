/** The body of a response as a file; each piece that arrives is counted. */
export async function counted(response: Response, onBytes: (bytes: number) => void): Promise<Blob> {
  if (response.body === null) return response.blob();
  const counter = new TransformStream<Uint8Array, Uint8Array>({
    transform: (piece, controller) => {
      onBytes(piece.byteLength);
      controller.enqueue(piece);
    },
  });
  return new Response(response.body.pipeThrough(counter)).blob();
}
