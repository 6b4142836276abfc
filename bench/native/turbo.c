/* libjpeg-turbo as the native peer: decodes or encodes every frame of a pack in memory, one thread.

     turbo decode WIDTH HEIGHT PACK            prints milliseconds of thread time for each frame
     turbo pixels WIDTH HEIGHT PACK            writes the RGB of frame 1 to standard output
     turbo encode WIDTH HEIGHT RAW QUALITY 422|420|444|grey OUT     RGB frames to a pack

   A pack is: number of frames, then length and bytes of each, numbers as 32 bits, low byte first.
   Build: cc -O2 turbo.c -o turbo -lturbojpeg */
#define _GNU_SOURCE
#include <malloc.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <turbojpeg.h>

/* Frames decoded before time is taken. */
#define WARM_UP 10

static unsigned char *read_all(const char *path, size_t *length)
{
    FILE *file = fopen(path, "rb");
    if (!file) return NULL;
    fseek(file, 0, SEEK_END);
    *length = (size_t)ftell(file);
    rewind(file);
    unsigned char *bytes = malloc(*length + 1);
    if (bytes && fread(bytes, 1, *length, file) != *length) bytes = NULL;
    fclose(file);
    return bytes;
}

static uint32_t number(const unsigned char *bytes)
{
    return bytes[0] | bytes[1] << 8 | bytes[2] << 16 | (uint32_t)bytes[3] << 24;
}

static void put_number(FILE *file, uint32_t value)
{
    unsigned char bytes[4] = { value, value >> 8, value >> 16, value >> 24 };
    fwrite(bytes, 1, 4, file);
}

static double thread_ms(void)
{
    struct timespec time;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return time.tv_sec * 1e3 + time.tv_nsec / 1e6;
}

static int decode(int width, int height, const char *path, int dump)
{
    size_t length;
    unsigned char *pack = read_all(path, &length);
    unsigned char *pixels = malloc((size_t)width * height * 3);
    tjhandle turbo = tjInitDecompress();
    if (!pack || !pixels || !turbo) return 1;
    uint32_t frames = number(pack);
    for (int pass = 0; pass < 2; pass++) {
        size_t at = 4;
        for (uint32_t frame = 0; frame < frames; frame++) {
            uint32_t size = number(pack + at);
            if (pass == 1 || frame < WARM_UP) {
                double start = thread_ms();
                if (tjDecompress2(turbo, pack + at + 4, size, pixels, width, 0, height, TJPF_RGB, 0)) return 1;
                double taken = thread_ms() - start;
                if (pass == 1 && !dump) printf("%.5f\n", taken);
                if (dump) {
                    fwrite(pixels, 1, (size_t)width * height * 3, stdout);
                    return 0;
                }
            }
            at += 4 + size;
        }
    }
    return 0;
}

static int encode(int width, int height, char **arguments)
{
    size_t length;
    unsigned char *raw = read_all(arguments[0], &length);
    int quality = atoi(arguments[1]);
    const char *kind = arguments[2];
    int sampling = !strcmp(kind, "422") ? TJSAMP_422 : !strcmp(kind, "420") ? TJSAMP_420
                 : !strcmp(kind, "grey") ? TJSAMP_GRAY : TJSAMP_444;
    FILE *out = fopen(arguments[3], "wb");
    tjhandle turbo = tjInitCompress();
    if (!raw || !out || !turbo) return 1;
    size_t frame_bytes = (size_t)width * height * 3;
    uint32_t frames = length / frame_bytes;
    put_number(out, frames);
    for (uint32_t frame = 0; frame < frames; frame++) {
        unsigned char *jpeg = NULL;
        unsigned long size = 0;
        if (tjCompress2(turbo, raw + frame * frame_bytes, width, 0, height, TJPF_RGB, &jpeg, &size, sampling, quality, 0)) return 1;
        put_number(out, size);
        fwrite(jpeg, 1, size, out);
        tjFree(jpeg);
    }
    return fclose(out);
}

int main(int count, char **arguments)
{
    /* Memory is kept between frames: page faults are no part of decoding. */
    mallopt(M_MMAP_THRESHOLD, 1 << 30);
    mallopt(M_TRIM_THRESHOLD, 1 << 30);
    if (count < 5) return 2;
    int width = atoi(arguments[2]), height = atoi(arguments[3]);
    if (!strcmp(arguments[1], "encode") && count == 8) return encode(width, height, arguments + 4);
    if (count == 5) return decode(width, height, arguments[4], !strcmp(arguments[1], "pixels"));
    return 2;
}
